/** Where the dictionaries stand. Platform §1.3. */
export const TYPES_PAGE = '/systemSetting/platform/dict'
export const DATA_PAGE = '/systemSetting/platform/dict-data/index'

// Written out: every browser loads the addresses, and not what fields stand on.
const LARGEST_ID = 2_147_483_647

/** The type that the address of such a page names; null: it names none. */
export function dictIdIn(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
  return id !== null && id <= LARGEST_ID ? id : null
}

/** The page of the entries of a type. */
export const dataPage = (dictId: number): string => `${DATA_PAGE}/${dictId}`
