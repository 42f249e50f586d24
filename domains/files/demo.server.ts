import { Readable } from 'node:stream'
import type { Db } from '#kit/server/database.ts'
import { theSystem } from '#kit/server/who.ts'
import { imageRules, inFolder, keepSpooled, spool } from './upload.server.ts'

/** Shapes on a ground of 100 by 100. */
const SHAPES = {
  clothes: 'M35 22 44 28h12l9-6 17 12-8 13-8-4v36H34V43l-8 4-8-13Z',
  bottle: 'M43 16h14v12c0 5 9 8 9 17v34a5 5 0 0 1-5 5H39a5 5 0 0 1-5-5V45c0-9 9-12 9-17Z',
  tent: 'M50 22 88 78H62L50 58 38 78H12Z',
  pot: 'M24 42h52v30a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8ZM20 32h60v6H20Zm24-10h12v6H44Z',
  bag: 'M26 40h48l5 42H21Zm12-4c0-20 24-20 24 0h-6c0-12-12-12-12 0Z',
  box: 'M20 36 50 22l30 14v32L50 82 20 68Zm8 5v22l19 9V49Z',
  device:
    'M28 20h44a6 6 0 0 1 6 6v48a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6Zm22 14a16 16 0 1 0 .1 0Z',
  store:
    'M20 30 28 18h44l8 12v10a8 8 0 0 1-15 0 8 8 0 0 1-15 0 8 8 0 0 1-15 0 8 8 0 0 1-15 0Zm6 22h48v30H60V62H48v20H26Z',
  badge: 'M50 16 61 38l24 3-18 17 5 24-22-12-22 12 5-24-18-17 24-3Z',
  paper: 'M26 14h36l14 14v58H26Zm10 24h28v4H36Zm0 12h28v4H36Zm0 12h18v4H36Z',
} as const
export type DemoShape = keyof typeof SHAPES

const SIDE = 400

/**
 * Draws a picture for a demonstration, which may reach nothing outside, and keeps it in the library. `hue` in degrees.
 * Answers its address.
 */
export async function drawPicture(
  db: Db,
  { name, shape, hue }: { name: string; shape: DemoShape; hue: number },
): Promise<string> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${SIDE}" height="${SIDE}">
    <rect width="100" height="100" fill="hsl(${hue}, 45%, 92%)"/>
    <path d="${SHAPES[shape]}" fill="hsl(${hue}, 42%, 52%)" fill-rule="evenodd"/></svg>`
  const picture = await sharp(Buffer.from(svg)).png().toBuffer()
  return inFolder(async (folder) => {
    const file = await spool(Readable.from([picture]), `${name}.png`, folder)
    return (await keepSpooled(db, theSystem, file, { pid: 0 }, await imageRules(db))).attDir
  })
}
