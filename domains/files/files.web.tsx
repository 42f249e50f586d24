import { configCalls } from '#domains/settings/settings.shared.ts'
import { declareImports } from '#kit/web/list/importing.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { declareImagePicker, declareUploads } from '#kit/web/upload/uploads.ts'
import { askOnce } from '#kit/web/useCall.ts'
import { uploadFile, uploadImage, uploadQuick } from './attachment.calls.ts'
import { download, importHeadings, importTemplate, taskInfo, uploadImport } from './task.calls.ts'

/** The screens of the room, and how every other room uploads, chooses pictures and imports. Platform §9.2, §10. */
export const filesWeb: RoomWeb = {
  name: 'files',
  routes: [
    { path: '/file/downloadFile', title: '我的下载', lazy: () => import('./DownloadFile.tsx') },
    { path: '/file/uploadFile', title: '我的上传', lazy: () => import('./UploadFile.tsx') },
    { path: '/imageManagement/index', title: '图片管理', lazy: () => import('./ImageManagement.tsx') },
    {
      path: '/setting/uploadPicture',
      title: '上传图片',
      noCache: true,
      lazy: () => import('./UploadPicture.tsx'),
    },
    {
      path: '/pdf',
      title: 'PDF预览',
      permission: 'login',
      noCache: true,
      lazy: () => import('./PdfPage.tsx'),
    },
  ],
  register() {
    declareUploads({
      image: uploadImage,
      quick: uploadQuick,
      attachment: uploadFile,
      async limits() {
        const size = await askOnce(configCalls.size, {})
        return { imageMb: size.image_max_size, fileMb: size.file_max_size }
      },
    })
    declareImagePicker(async (choice) => (await import('./files.pickers.tsx')).pickImages(choice))
    declareImports({
      template: importTemplate,
      upload: uploadImport,
      headings: importHeadings,
      info: taskInfo,
      file: download,
    })
  },
}
