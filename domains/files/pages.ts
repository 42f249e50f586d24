import { directory, type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Files, exports and imports. Platform §9.2, §10. */
const pages: readonly Page[] = [
  directory('file', '文件管理', { icon: 'FolderOutlined', sort: 20 }, [
    page('file.download', '我的下载', '/file/downloadFile', () => import('./DownloadFile.tsx'), { icon: 'DownloadOutlined', sort: 2 }),
    page('file.upload', '我的上传', '/file/uploadFile', () => import('./UploadFile.tsx'), { icon: 'UploadOutlined', sort: 1 }),
    page('file.images', '图片管理', '/imageManagement/index', () => import('./ImageManagement.tsx'), {
      icon: 'PictureOutlined',
      behind: [unlisted('admin:system:attachment:info', '素材详情', '/imageManagement/info/:id', () => import('./AttachmentInfo.tsx'))],
      pages: [page('file.pick', '上传图片', '/setting/uploadPicture', () => import('./UploadPicture.tsx'), { hidden: true, noCache: true })],
    }),
  ]),
  unlisted('login', 'PDF预览', '/pdf', () => import('./PdfPage.tsx'), { noCache: true }),
]

export default pages
