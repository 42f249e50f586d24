/** Topic of the live notice that other documents wait for a decision than before. Frame §5. */
export const WAITING_TOPIC = 'document:waiting'
