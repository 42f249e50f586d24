import { CHANNELS } from '#domains/settings/settings.shared.ts'

export const channelLabel = (id: number): string =>
  CHANNELS.find((one) => one.value === id)?.label ?? String(id)
