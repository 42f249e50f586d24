/** Topic of the live notice that somebody's 站内信 changed. */
export const NOTICE_TOPIC = 'notice'
