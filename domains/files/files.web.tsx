import { configCalls } from '#domains/settings/settings.shared.ts'
import { declareImports } from '#kit/web/list/importing.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { declareImagePicker, declareUploads } from '#kit/web/upload/uploads.ts'
import { askOnce } from '#kit/web/useCall.ts'
import {
  download,
  exportForImport,
  importHeadings,
  importTemplate,
  importTypes,
  taskInfo,
  uploadImport,
} from './task.calls.ts'

/** The screens of the room, and how every other room uploads, chooses pictures and imports. Platform §9.2, §10. */
export const filesWeb: RoomWeb = {
  name: 'files',
  pages: () => import('./pages.ts'),
  register() {
    declareUploads(async () => {
      const { uploadFile, uploadImage, uploadQuick } = await import('./attachment.calls.ts')
      return {
        image: uploadImage,
        quick: uploadQuick,
        attachment: uploadFile,
        async limits() {
          const size = await askOnce(configCalls.size, {})
          return { imageMb: size.image_max_size, fileMb: size.file_max_size }
        },
      }
    })
    declareImagePicker(async (choice) => (await import('./files.pickers.tsx')).pickImages(choice))
    declareImports({
      exportRows: exportForImport,
      types: importTypes,
      template: importTemplate,
      upload: uploadImport,
      headings: importHeadings,
      info: taskInfo,
      file: download,
    })
  },
}
