/** What screens of other rooms show of processes. Workflow §4. */
export { openTrace, type TraceOf } from './todo/openTrace.tsx'
export { declareTaskForm, type TaskFormProps } from './todo/taskForms.ts'
