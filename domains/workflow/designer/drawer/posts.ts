/** The dictionary that the position of a member of staff comes from. */
export const POSTS = 'sys_position'
