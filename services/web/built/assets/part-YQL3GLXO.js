/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{a,b,c,d,e}from"/assets/part-2HB3N5ZQ.js";import"/assets/part-EFRXSUUJ.js";import"/assets/part-TED7F6EC.js";import"/assets/part-BCRN7CXT.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
