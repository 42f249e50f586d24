import type { Call } from '#kit/shared/call.ts'
import { button, type RoomFacts } from '#kit/shared/room.ts'
import * as attachmentCalls from './attachment.calls.ts'
import { filesEntities } from './files.entities.ts'
import pages from './pages.ts'
import * as planCalls from './plan.calls.ts'
import * as taskCalls from './task.calls.ts'

const { TASK_ALL, ...fileCalls } = taskCalls
const { attachmentRow: _row, ...libraryCalls } = attachmentCalls
const calls: Call[] = [
  ...Object.values(libraryCalls),
  ...Object.values(fileCalls),
  ...Object.values(planCalls),
]

/** What the room files tells both sides. */
export const filesFacts: RoomFacts = {
  name: 'files',
  layer: 2,
  label: '文件',
  entities: filesEntities,
  calls,
  prefixes: ['WJ'],
  pages,
  rights: {
    'file.download': {
      reads: [taskCalls.exportTasks],
      buttons: [{ name: '查看全部任务', permissions: [TASK_ALL] }],
    },
    'file.upload': { reads: [taskCalls.importTasks] },
    'file.images': {
      reads: [attachmentCalls.listAttachments],
      buttons: [
        button('上传', attachmentCalls.uploadImage),
        button('详情', attachmentCalls.attachmentInfo),
        button('重命名', attachmentCalls.renameAttachment),
        button('移动', attachmentCalls.moveAttachments),
        button('删除', attachmentCalls.deleteAttachments),
      ],
    },
    'file.pick': { reads: [attachmentCalls.listAttachments] },
  },
}
