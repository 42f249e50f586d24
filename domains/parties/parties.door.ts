import './parties.tables.ts'

/** What rooms above use of the parties. Doors §3, §4. */
