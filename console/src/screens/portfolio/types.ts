import type { Data, Input } from '../../api/client.ts';

export type PortfolioData = Data<'listPortfolio'>;
export type PortfolioProject = PortfolioData['items'][number];
export type PortfolioFigure = PortfolioProject['figures'][number];

type Query = NonNullable<Input<'listPortfolio'>['query']>;
export type Period = NonNullable<Query['period']>;
export type Sort = NonNullable<Query['sort']>;
