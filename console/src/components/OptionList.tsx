import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Icon } from './icons.tsx';
import styles from './OptionList.module.css';

export interface Option<Key extends string = string> {
  readonly id: Key;
  readonly label: string;
  readonly advice?: string;
  readonly isDisabled?: boolean;
}

/** What a field lets one choose from, as it comes up; without `options` those of the field around it. */
export function OptionList({ options }: { readonly options?: readonly Option[] }) {
  return (
    <Popover className={styles.popover ?? ''}>
      <ListBox className={styles.list ?? ''} {...(options && { items: options })}>
        {(option: Option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            isDisabled={option.isDisabled ?? false}
            className={styles.option ?? ''}
          >
            {({ isSelected }) => (
              <>
                <span className={styles.words}>
                  {option.label}
                  {option.advice && <span className={styles.more}>{option.advice}</span>}
                </span>
                {isSelected && <Icon name="check" size={16} />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
