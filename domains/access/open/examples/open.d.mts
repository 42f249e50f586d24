/** Whether a webhook's body was signed with the webhook key. */
export function isSigned(body: string, sign: string, webhookSecret: string): boolean
