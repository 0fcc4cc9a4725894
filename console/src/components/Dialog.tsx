import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** False where a click beside it would lose what was written. */
  readonly closesOutside?: boolean;
  readonly children: ReactNode;
}

/** Something to answer before one goes on; the focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, isWide = false, closesOutside = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={closesOutside}
    >
      <Modal className={`${styles.modal} ${isWide ? styles.wide : ''}`}>
        <AriaDialog className={styles.dialog ?? ''}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons of a dialog, at its end. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface ConfirmProps extends Omit<DialogProps, 'isWide' | 'closesOutside'> {
  /** What happens, such as `Archive`; never `OK`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** Asks once more before something that is not easily undone. */
export function ConfirmDialog({ action, isDangerous, isPending, onConfirm, children, ...dialog }: ConfirmProps) {
  const { cancel } = useMessages().common;
  return (
    <Dialog {...dialog}>
      {children}
      <DialogActions>
        <Button onPress={dialog.onClose}>{cancel}</Button>
        <Button look={isDangerous ? 'danger' : 'primary'} isPending={isPending} onPress={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
