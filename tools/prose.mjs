// Run textlint's kernel over texts from standard input, and write what its patterns find there.
// prose.py hands in { texts: {file: text}, patterns: [{id, find, case, say}] }, and takes the list
// of { file, line, id, words } that comes back, the words with a little of what is around them.

import { TextlintKernel } from "@textlint/kernel";
import markdownPlugin from "@textlint/textlint-plugin-markdown";
import patternRule from "@textlint-rule/textlint-rule-pattern";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { texts, patterns } = JSON.parse(Buffer.concat(chunks).toString("utf8"));

const plugins = [{ pluginId: "markdown", plugin: markdownPlugin.default ?? markdownPlugin }];
const rules = patterns.map((one) => ({
  ruleId: one.id,
  rule: patternRule.default ?? patternRule,
  options: {
    patterns: [
      {
        pattern: `/${one.find.replace(/ (?![?*+{])/g, "\\s+")}/${one.case ? "u" : "iu"}`,
        message: one.say,
        allowNodeTypes: ["Emphasis"],
      },
    ],
  },
}));

const kernel = new TextlintKernel();
const found = [];
for (const [file, text] of Object.entries(texts)) {
  const { messages } = await kernel.lintText(text, { ext: ".md", plugins, rules });
  for (const { ruleId, line, range } of messages) {
    found.push({ file, line, id: ruleId, words: text.slice(Math.max(0, range[0] - 24), range[1] + 24) });
  }
}
process.stdout.write(JSON.stringify(found));
