/** The families of type that a brand may choose from, all shipped with the service; the first is the house's. */
export const brandFonts = ['Noto Sans', 'Open Sans', 'Source Sans 3', 'Lato', 'PT Serif'] as const;
export type BrandFont = (typeof brandFonts)[number];
