/** Where the dictionaries stand. Platform §1.3. */
export const TYPES_PAGE = '/systemSetting/platform/dict'
export const DATA_PAGE = '/systemSetting/platform/dict-data/index'

/** The page of the entries of a type. */
export const dataPage = (dictId: number): string => `${DATA_PAGE}/${dictId}`
