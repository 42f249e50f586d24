import { lazy } from 'react'

/** What screens of other rooms show of processes. Workflow §4. */
export { openTrace, type TraceOf } from './todo/openTrace.tsx'
export { declareDocumentTasks, declareTaskForm, type TaskFormProps } from './todo/taskForms.ts'

/** 审批流程 of a document, for its own pages; renders nothing where no process decides it. */
export const DocumentTrace = lazy(() => import('./todo/DocumentTrace.tsx'))
