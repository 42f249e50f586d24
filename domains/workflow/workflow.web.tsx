import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of the approval processes. Workflow §4. */
export const workflowWeb: RoomWeb = {
  name: 'workflow',
  routes: [],
}
