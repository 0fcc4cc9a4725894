import { createContext } from 'react';

/** Whether what is edited is a template, whose sections name slots in place of connections. */
export const EditsTemplate = createContext(false);
