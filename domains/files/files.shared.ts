import type { Call } from '#kit/shared/call.ts'
import { fileTask } from '#kit/shared/fileTask.entity.ts'
import { button, menuPage, type RoomFacts } from '#kit/shared/room.ts'
import * as attachmentCalls from './attachment.calls.ts'
import { attachment } from './attachment.entity.ts'
import * as planCalls from './plan.calls.ts'
import { exportPlan } from './plan.entity.ts'
import * as taskCalls from './task.calls.ts'

const { TASK_ALL, ...fileCalls } = taskCalls
const calls: Call[] = [
  ...Object.values(attachmentCalls),
  ...Object.values(fileCalls),
  ...Object.values(planCalls),
]

/** What the room files tells both sides. */
export const filesFacts: RoomFacts = {
  name: 'files',
  layer: 2,
  label: '文件',
  entities: [attachment, fileTask, exportPlan],
  calls,
  prefixes: ['WJ'],
  menus: [
    {
      key: 'file',
      name: '文件管理',
      icon: 'FolderOutlined',
      sort: 20,
      children: [
        menuPage('file.download', '我的下载', '/file/downloadFile', {
          icon: 'DownloadOutlined',
          sort: 2,
          reads: [taskCalls.exportTasks],
          buttons: [{ name: '查看全部任务', permissions: [TASK_ALL] }],
        }),
        menuPage('file.upload', '我的上传', '/file/uploadFile', {
          icon: 'UploadOutlined',
          sort: 1,
          reads: [taskCalls.importTasks],
        }),
        menuPage('file.images', '图片管理', '/imageManagement/index', {
          icon: 'PictureOutlined',
          reads: [attachmentCalls.listAttachments],
          buttons: [
            button('上传', attachmentCalls.uploadImage),
            button('详情', attachmentCalls.attachmentInfo),
            button('重命名', attachmentCalls.renameAttachment),
            button('移动', attachmentCalls.moveAttachments),
            button('删除', attachmentCalls.deleteAttachments),
          ],
          children: [
            menuPage('file.pick', '上传图片', '/setting/uploadPicture', {
              hidden: true,
              reads: [attachmentCalls.listAttachments],
            }),
          ],
        }),
      ],
    },
  ],
}
