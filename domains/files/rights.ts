import { may, type Who } from '#kit/server/who.ts'
import { TASK_ALL } from './task.calls.ts'

/** Each sees own tasks; file:task:all all of them. Platform §10. */
export function isOwn(who: Who, task: { scopeAdminId: number }): boolean {
  return task.scopeAdminId === who.adminId || may(who, TASK_ALL)
}

/** What a person may read: everything public, private files only of their own. */
export function mayRead(row: { isPrivate: number; createBy: number | null }, who: Who): boolean {
  return row.isPrivate === 0 || who.all || row.createBy === who.adminId
}
