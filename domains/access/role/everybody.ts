/** What everybody works with besides, whatever their role: own to-dos, delegations and files, by keys of menu nodes with all below. */
export const EVERYBODY = ['workflow.todo', 'workflow.done', 'workflow.delegation', 'file'] as const
