import { declareMasterOptions } from '#kit/web/refs.ts'
import { joinWeb } from '#kit/web/room.ts'

/** Tags, their rules, and lists of who may and may not. Members §4.2–§5.1. */
export const tagWeb = joinWeb({
  register() {
    declareMasterOptions('userTag', '用户标签', '/admin/user/tag', '/tag/userLabel', async () => {
      const { openHandTag } = await import('./tagForms.tsx')
      return openHandTag(null)
    })
    declareMasterOptions('userTagGroup', '标签组', '/admin/tag/group', '/tag/manage')
  },
})
