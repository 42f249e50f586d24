import { standardCalls } from '#kit/shared/standardCalls.ts'
import { shippingTemplate } from './shippingTemplate.entity.ts'

/** Platform §8.3. */
export const shippingTemplateCalls = standardCalls('/admin/express/shipping/templates', shippingTemplate)
