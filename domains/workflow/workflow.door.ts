import './workflow.tables.ts'
