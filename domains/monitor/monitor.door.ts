/** For the start of the product and its commands; no room stands above the keeping of its data. Platform §14.6. */
export { backupBeforeMigration, backupNow, recordBackups, saveLogNow } from './backup.server.ts'
export { measureProcess } from './machine.server.ts'
