import { CHANNELS } from '#domains/settings/settings.shared.ts'

export const channelName = (channelId: number): string =>
  CHANNELS.find((one) => one.value === channelId)?.label ?? String(channelId)
