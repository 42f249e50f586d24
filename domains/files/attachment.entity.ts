import { choice, flag, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const hidden = { readOnly: true, list: false, port: false, form: false } as const

/** The category id that stands for the root 全部图片 on screens. Platform §9.2. */
export const ROOT_FOLDER = 10_000
/** A batch of the uploader. Platform §5.2. */
export const MOST_FILES = 5

export const attachment = entity(
  'attachment',
  '素材',
  {
    name: text('名称', { max: 200, required: true, search: true }),
    attDir: text('地址', { max: 300, readOnly: true }),
    sattDir: text('缩略图', { max: 300, readOnly: true }),
    attSize: int('大小', { initial: 0, readOnly: true }),
    attType: text('类型', { max: 100, readOnly: true }),
    pid: ref('上级分类', 'category', { initial: 0, categoryType: 2 }),
    imageType: choice(
      '存储方式',
      [
        { value: 1, label: '本地' },
        { value: 4, label: '对象存储' },
      ],
      { initial: 1, readOnly: true },
    ),
    sha256: text('内容校验', { max: 64, ...hidden }),
    width: int('宽', { readOnly: true }),
    height: int('高', { readOnly: true }),
    duration: int('时长', { readOnly: true }),
    isPrivate: flag('私有', { initial: 0, readOnly: true }),
    /** put into rich text or a chat, not into the library */
    isQuick: flag('快速上传', { initial: 0, ...hidden }),
  },
  { title: 'name' },
)
