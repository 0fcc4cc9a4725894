/** The families of type that a brand may choose from, all shipped with the service and none much wider than the first, the house's, in which texts are measured. */
export const brandFonts = ['Noto Sans', 'Open Sans', 'Source Sans 3', 'Lato', 'PT Serif'] as const;
export type BrandFont = (typeof brandFonts)[number];
