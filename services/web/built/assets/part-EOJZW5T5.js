/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{a,b,c,d,e}from"/assets/part-3IP3AESE.js";import"/assets/part-ODJAEL7C.js";import"/assets/part-JQBV5B3A.js";import"/assets/part-O32ENEKL.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
