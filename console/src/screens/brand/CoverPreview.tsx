import type { CSSProperties } from 'react';
import { palette } from '../../../../src/reporting/renderers/colors.ts';
import type { BrandInput } from '../../components/brand/BrandFields.tsx';
import { Picture } from '../../components/Picture.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './brand.module.css';

const bars = [34, 52, 47, 68, 61, 83];
const width = 10;

/** A cover as reports have it, with a few figures below, on white paper in either appearance. */
export function CoverPreview({ brand }: { readonly brand: BrandInput }) {
  const { brand: words } = useMessages();
  const color = isColor(brand.accent_color) ? brand.accent_color : null;
  const style = {
    '--brand': palette(color).brand,
    ...(brand.font && { fontFamily: `"${brand.font}", var(--family)` }),
  } as CSSProperties;
  return (
    <section className={styles.preview} aria-labelledby="cover-preview">
      <h2 id="cover-preview">{words.preview}</h2>
      <div className={styles.paper} style={style}>
        {brand.cover_picture && (
          <div className={styles.picture}>
            <Picture value={brand.cover_picture} alternative="" />
          </div>
        )}
        <div className={styles.cover}>
          {brand.logo && (
            <div className={styles.logo}>
              <Picture value={brand.logo} alternative="" />
            </div>
          )}
          <p className={styles.client}>{words.sample.client}</p>
          <p className={styles.title}>{words.sample.title}</p>
          <span className={styles.stroke} />
          <p className={styles.visits}>{words.sample.visits}</p>
          <svg
            className={styles.bars}
            viewBox={`0 0 ${bars.length * width} 100`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {bars.map((height, index) => (
              <rect key={height} x={index * width + 1} y={100 - height} width={width - 2} height={height} />
            ))}
          </svg>
          {brand.name && <p>{words.preparedBy(brand.name)}</p>}
          {brand.contact && <p className={styles.contact}>{brand.contact}</p>}
        </div>
        {brand.footer && <p className={styles.footer}>{brand.footer}</p>}
      </div>
      {brand.font && <p className={styles.note}>{words.previewNote}</p>}
    </section>
  );
}

/** Half a colour while somebody types it is none. */
const isColor = (text: string | null | undefined): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '');
