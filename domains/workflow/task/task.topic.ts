/** Topic of the live notice that somebody's 待办 or 抄送 changed. */
export const TASK_TOPIC = 'workflow:task'
