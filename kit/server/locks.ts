/**
 * The advisory locks that have a number. The database keeps one space of numbers for everybody on it, so all are
 * declared here, and no two are the same. What locks single things by name takes `hashtext('thing', …)` instead.
 * Doors §5.
 */
export const LOCKS = {
  /** the schema is brought up to date */
  migration: 7_361_001,
  /** the rows that every room needs are written */
  seed: 7_361_002,
  /** an empty installation is filled as a demonstration */
  demo: 7_361_006,
  /** a worker claims a file task */
  taskClaim: 7_361_003,
  /** a day of the operation log is sealed */
  logSeal: 7_361_004,
  /** a backup is made or verified */
  backup: 7_361_005,
  /** the log of the own database is copied beside the backups */
  log: 7_361_007,
  /** a tree of categories changes; the second number is its type */
  categories: 7_361_010,
  /** the regions that a channel serves change; the second number is the channel */
  regions: 7_361_011,
  /** the menu of the official account changes */
  wechatMenu: 7_361_012,
} as const
