import { randomFillSync } from 'node:crypto'
import { percentile } from './load.ts'
import { growth } from './processes.ts'
import { atMost, type Figure, round } from './report.ts'
import type { Bench } from './run.ts'

const BYTES = 20 * 1024 * 1024
const TIMES = 9
const MP4 = '\0\0\0\x18ftypisom\0\0\x02\0'
const ZIP = 'PK\x03\x04'

/** Uploads of 20 MB, a film of the library and an attachment: the memory the server takes for one of them. */
export async function uploadFiles(bench: Bench): Promise<Figure[]> {
  return [
    await memoryOf(bench, 'film', '/admin/upload/image', 'bench.mp4', MP4),
    await memoryOf(bench, 'attachment', '/admin/upload/attachment', 'bench.zip', ZIP),
  ]
}

async function memoryOf(
  { base, token, server }: Bench,
  what: string,
  path: string,
  name: string,
  head: string,
): Promise<Figure> {
  const grown: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const form = new FormData()
    form.append('multipart', new Blob([contentOf(head)]), name)
    const upload = async () => {
      const answer = await fetch(`${base}/api${path}?pid=0`, {
        method: 'POST',
        headers: { 'x-token': token },
        body: form,
      })
      const { code, message } = await answer.json()
      if (code !== 200) throw new Error(`upload refused: ${message}`)
    }
    grown.push(await growth(server.child.pid ?? 0, upload))
  }
  // The first ones make the room that what is read needs until it is collected; the others must find it large enough.
  const most = round(Math.max(...grown))
  return atMost(
    `upload of 20 MB, ${what}: memory of the server, median of ${TIMES} (${most} MB at most)`,
    percentile(grown, 0.5),
    15,
    'MB',
  )
}

/** 20 MB that are no other's: the same content is kept once. */
function contentOf(head: string): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(BYTES)
  randomFillSync(content)
  new TextEncoder().encodeInto(head, content)
  return content
}
