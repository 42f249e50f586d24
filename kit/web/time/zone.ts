/** Times are shown in the zone of the person's clock. Frame §3. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
