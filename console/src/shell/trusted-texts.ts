interface Policies {
  createPolicy(name: string, rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * Lets an element be emptied by its HTML, as the announcer of React Aria does when a field of numbers is left; any other
 * text that is to become HTML stays refused by the page's policy.
 */
export function letElementsBeEmptied(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) });
}
