import './stores.tables.ts'

/** What rooms above use of stores and their staff. Doors §3, §4. */
