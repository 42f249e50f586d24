import { request } from '#kit/web/request.ts'
import { deskCalls } from './desk.calls.ts'

/** The address of a record's page, '' where there is none that the person may open. Screens §5. */
export async function recordPage(recordType: string, recordId: number): Promise<string> {
  const { page } = await request(deskCalls.page, { recordType, recordId }, { quiet: true })
  return page
}
