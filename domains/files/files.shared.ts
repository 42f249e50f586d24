import type { Call } from '#kit/shared/call.ts'
import { fileTask } from '#kit/shared/fileTask.entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { button, type RoomFacts } from '#kit/shared/room.ts'
import * as attachmentCalls from './attachment.calls.ts'
import { attachment } from './attachment.entity.ts'
import * as planCalls from './plan.calls.ts'
import { exportPlan } from './plan.entity.ts'
import * as taskCalls from './task.calls.ts'

const { TASK_ALL, importInput, ...fileCalls } = taskCalls
const calls: Call[] = trust([
  ...Object.values(attachmentCalls),
  ...Object.values(fileCalls),
  ...Object.values(planCalls),
])

/** The input of calls of other rooms that take a sheet to import. */
export { importInput }

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
        {
          key: 'file.download',
          name: '我的下载',
          path: '/file/downloadFile',
          icon: 'DownloadOutlined',
          sort: 2,
          permissions: [taskCalls.exportTasks.permission],
          buttons: [{ name: '查看全部任务', permissions: [TASK_ALL] }],
        },
        {
          key: 'file.upload',
          name: '我的上传',
          path: '/file/uploadFile',
          icon: 'UploadOutlined',
          sort: 1,
          permissions: [taskCalls.importTasks.permission],
        },
        {
          key: 'file.images',
          name: '图片管理',
          path: '/imageManagement/index',
          icon: 'PictureOutlined',
          sort: 0,
          permissions: [attachmentCalls.listAttachments.permission],
          buttons: [
            button('上传', attachmentCalls.uploadImage),
            button('详情', attachmentCalls.attachmentInfo),
            button('重命名', attachmentCalls.renameAttachment),
            button('移动', attachmentCalls.moveAttachments),
            button('删除', attachmentCalls.deleteAttachments),
          ],
          children: [
            {
              key: 'file.pick',
              name: '上传图片',
              path: '/setting/uploadPicture',
              hidden: true,
              permissions: [attachmentCalls.listAttachments.permission],
            },
          ],
        },
      ],
    },
  ],
}
