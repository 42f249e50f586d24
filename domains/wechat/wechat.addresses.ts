/** The screens of the official account. Platform §1.3. */
const BASE = '/appSetting/publicAccount'

export const ACCOUNT_PAGE = BASE
export const MENU_PAGE = `${BASE}/wxMenus`
export const REPLIES_PAGE = `${BASE}/wxReply`
export const FOLLOW_PAGE = `${REPLIES_PAGE}/follow`
export const KEYWORDS_PAGE = `${REPLIES_PAGE}/keyword`
export const KEYWORD_FORM = `${KEYWORDS_PAGE}/save`
export const DEFAULT_PAGE = `${REPLIES_PAGE}/replyIndex`
