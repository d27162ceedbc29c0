// Bundle and minify scripts and styles, and print the result. Usage: node bundle.mjs STATIC NPM < orders.json. An
// order is {kind: "js" | "css", parts: [{path, media}]}, with paths below STATIC. The answers are the texts of the
// bundles, in the same order, each for a file directly in STATIC. A "file" is a script that keeps its name and is
// only minified. A "worker" keeps its name as well, and includes the modules that it imports.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

const [root, npm] = process.argv.slice(2).map((path) => resolve(path));
const esbuild = createRequire(join(npm, "from.js"))("esbuild");
const orders = JSON.parse(readFileSync(0, "utf8"));

const below = (path) => relative(root, path).replaceAll("\\", "/");

// The oldest supported browsers. Only the syntax is checked; nothing is added for older ones.
const target = ["chrome105", "firefox114", "safari16.4"];
const small = { minify: true, charset: "utf8", legalComments: "inline", target };

/** The first script of a bundle. It ends the bundle in an unsupported browser. */
const OLDEST = "browser-check.js";

/** Minify a script. @param {string} path */
const shrink = (path) => esbuild.transformSync(readFileSync(path, "utf8"), { ...small, loader: "js" }).code;

/** Bundle a worker with the modules that it imports. @param {string} path */
const joined = (path) => esbuild.buildSync({ ...small, entryPoints: [path], bundle: true, write: false, format: "esm" }).outputFiles[0].text;

/** Add a digest to the addresses of workers, whose names stay the same. */
const dated = (text, folder) =>
  text.replace(/new URL\("([^"?]+\.js)", import\.meta\.url\)/g, (_, name) => {
    const digest = createHash("sha256").update(joined(join(folder, name))).digest("hex");
    return `new URL("${name}?v=${digest.slice(0, 8)}", import.meta.url)`;
  });

/** Keep the addresses of modules, and of files in style sheets, as they were before bundling. */
const places = {
  name: "places",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path }) => ({
      contents: dated(readFileSync(path, "utf8"), dirname(path)).replaceAll(
        "import.meta.url",
        `new URL(${JSON.stringify(`./${below(path)}`)}, import.meta.url)`,
      ),
      loader: "js",
    }));
    build.onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind !== "url-token") return undefined;
      return { path: /^(data:|#)/.test(path) ? path : below(resolve(resolveDir, path)), external: true };
    });
  },
};

async function bundle({ kind, parts }) {
  const first = kind === "js" && existsSync(join(root, OLDEST)) ? [`import "./${OLDEST}";`] : [];
  const lines = parts.map(({ path, media }) =>
    kind === "js" ? `import "./${path}";` : `@import "./${path}"${media ? ` ${media}` : ""};`,
  );
  const stdin = { contents: [...first, ...lines].join("\n"), resolveDir: root, loader: kind };
  const made = await esbuild.build({ ...small, stdin, bundle: true, write: false, format: "esm", plugins: [places], logLevel: "silent" });
  return made.outputFiles[0].text;
}

try {
  const alone = { file: shrink, worker: joined };
  const answers = orders.map((one) => alone[one.kind]?.(join(root, one.parts[0].path)) ?? bundle(one));
  console.log(JSON.stringify(await Promise.all(answers)));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
