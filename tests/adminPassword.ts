/** What the first administrator signs in with, in every product that tests start. Stands alone: browser tests load no server for it. */
export const ADMIN_PASSWORD = 'Ts-first-2026'
