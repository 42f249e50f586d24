// npm run config:print: the effective settings, secrets hidden.
import { describeSettings, readSettings, SettingsError } from '#kit/server/settings.ts'

try {
  for (const line of describeSettings(readSettings(process.env))) console.log(line)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 78
}
