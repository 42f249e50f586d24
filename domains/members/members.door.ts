import './members.tables.ts'
