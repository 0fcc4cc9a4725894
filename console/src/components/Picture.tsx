import { useRead } from '../api/reads.ts';
import styles from './PictureField.module.css';

/** A picture of settings or brands: a data URI, or the name of one that the account has stored. */
export function Picture({ value, alternative }: { readonly value: string; readonly alternative: string }) {
  const isStored = value.startsWith('sha256:');
  const { data } = useRead('getPicture', { picture: value }, { enabled: isStored });
  const uri = isStored ? data?.data.data_uri : value;
  return uri === undefined ? (
    <span className={styles.waiting} aria-hidden="true" />
  ) : (
    <img className={styles.picture} src={uri} alt={alternative} />
  );
}
