import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { answerOf, get } from '#kit/shared/call.ts'

/** What a page needs to use the platform's script and to send a person to its authorisation. Platform §11.4, §2.4. */
export const pageConfig = get('/admin/wechat/config', {
  title: '公众号网页配置',
  permission: 'public',
  perMinute: 30,
  input: { url: text('页面地址', { max: 2000, required: true, pattern: /^https?:\/\/[^\s#]+$/ }) },
  answer: answerOf(
    z.object({
      appId: z.string(),
      nonceStr: z.string(),
      timestamp: z.number(),
      signature: z.string(),
      url: z.string(),
      jsApiList: z.array(z.string()),
      debug: z.boolean(),
      /** base of the address a person authorises at: {openBase}/connect/oauth2/authorize */
      openBase: z.string(),
    }),
  ),
})

/** 概览 of /appSetting/publicAccount. */
export const overview = get('/admin/wechat/overview', {
  title: '公众号概览',
  answer: answerOf(
    z.object({
      /** form 84 is complete */
      configured: z.boolean(),
      /** 服务器地址(URL), to be copied to the platform; '' without a site address */
      serverUrl: z.string(),
      /** the calling base set by the environment, which wins over form 84; '' when the form decides */
      fixedApiBase: z.string(),
      fans: z.number(),
      newToday: z.number(),
      lostToday: z.number(),
      messagesToday: z.number(),
      /** texts answered by a keyword among all of the last 30 days, in hundredths of a percent; null without texts */
      hitRate: z.number().nullable(),
      lastError: z.object({ time: z.number(), message: z.string() }).nullable(),
    }),
  ),
})
