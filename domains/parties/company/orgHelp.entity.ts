import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, flag, html, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** What members of an organisation are told about levels and rights, per channel. Catalog §6.3. */
export const orgHelp = entity(
  'orgHelp',
  '组织会员帮助',
  {
    channelId: choice('渠道', CHANNELS, { required: true, unique: true }),
    title: text('标题', { max: 50, required: true }),
    content: html('内容', { required: true }),
    levelTable: flag('展示等级表', { initial: 1 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'] }),
  },
  { title: 'title' },
)
