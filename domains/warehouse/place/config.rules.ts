/** A time of day, HH:mm. */
export const HOUR_MINUTE = /^([01]\d|2[0-3]):[0-5]\d$/
