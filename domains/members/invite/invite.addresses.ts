export const INVITE_LIST = '/user/invitationcode'
export const INVITE_PAGE = `${INVITE_LIST}/info`
export const INVITE_CARDS = `${INVITE_LIST}/print`
