import { SearchField as AriaSearchField, Input, type SearchFieldProps } from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import styles from './fields.module.css';
import { Icon } from './icons.tsx';

/** What a list is searched by, as somebody types; `label` is read out and stands in it while it is empty. */
export function SearchField({
  label,
  ...props
}: Omit<SearchFieldProps, 'children' | 'className'> & { readonly label: string }) {
  const { clear } = useMessages().common;
  return (
    <AriaSearchField {...props} aria-label={label} className={styles.search ?? ''}>
      {({ isEmpty }) => (
        <>
          <Icon name="search" />
          <Input className={styles.input ?? ''} placeholder={label} />
          {!isEmpty && <Button look="quiet" icon="close" aria-label={clear} />}
        </>
      )}
    </AriaSearchField>
  );
}
