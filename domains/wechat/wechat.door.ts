import './wechat.tables.ts'

/** What other rooms use of the official account. Doors §3, §4. */
export { declareFanOwners } from './fan/fan.server.ts'
export { openidOf, personOf } from './platform/platform.server.ts'
export type { Said } from './receive/answer.ts'
export type { Message } from './receive/message.ts'
export { onUnanswered } from './receive/unanswered.ts'
export { declareTemplateSource, type WantedTemplate } from './template/template.source.ts'
export { isConfigured, siteUrl } from './wechat.config.server.ts'
