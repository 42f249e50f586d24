import type { RoomRoute } from '#kit/web/room.ts'

/** The screens of the room, and how every other room uploads, chooses pictures and imports. Platform §9.2, §10. */
const screens: readonly RoomRoute[] = [
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
]

export default screens
