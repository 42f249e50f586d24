import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconSprite } from './kit/web/shell/iconSprite.ts'

export default defineConfig({
  plugins: [react(), iconSprite()],
  build: { outDir: 'dist/web', emptyOutDir: true, manifest: true, target: 'es2022' },
})
